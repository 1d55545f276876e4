"""What a browser is told to allow: our own files and nothing else."""

from collections.abc import Iterable

from starlette.datastructures import MutableHeaders

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


OLDER = ("X-Frame-Options", "Cross-Origin-Opener-Policy")
"""What says in an older way, or of windows, what a page that may be framed says in its own policy."""


def framed_by(origins: Iterable[str]) -> str:
    """Return the policy of a page that pages of ``origins`` may show in a frame."""
    return CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(sorted(origins))}")


def secure(headers: MutableHeaders) -> None:
    """Add the security headers to a response's ``headers``; a page that has a policy of its own keeps it."""
    left_out = OLDER if "Content-Security-Policy" in headers else ()
    for name, value in HEADERS.items():
        if name not in left_out:
            headers.setdefault(name, value)
