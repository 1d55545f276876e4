"""What axe-core (https://github.com/dequelabs/axe-core) has to say of a page: its rules for WCAG 2.2 AA and beyond."""

from importlib.resources import files

from playwright.sync_api import Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
"""The engine itself, out of a package that carries it: tests need no network."""

STANDARDS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")

RUN = """(runOnly) => axe.run(document, {
  runOnly,
  resultTypes: ["violations"],
}).then(({ violations, passes }) => [
  violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`),
  passes.length,
])"""

FEWEST_PASSED = 15
"""Rules that any of the service's pages has something for; fewer would mean that nothing was looked at."""


def violations(page: Page) -> list[str]:
    """Return each broken rule with the elements that break it."""
    broken, passed = _run(page, {"type": "tag", "values": STANDARDS})
    assert passed >= FEWEST_PASSED, passed
    return broken


def low_contrasts(page: Page) -> list[str]:
    """Return the elements whose text is hard to read."""
    broken, passed = _run(page, {"type": "rule", "values": ["color-contrast"]})
    assert broken or passed
    return broken


def _run(page: Page, rules: dict[str, object]) -> tuple[list[str], int]:
    """Return what is broken, and how many rules are not, once all animations have come to their end."""
    page.wait_for_function(
        "() => document.getAnimations().every((one) => one.effect.getTiming().iterations === Infinity)"
    )
    page.evaluate(AXE)
    broken, passed = page.evaluate(RUN, rules)
    return list(broken), int(passed)
