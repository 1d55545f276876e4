"""What of a citation leads where it is shown to a reader: the rule in the reader's language, where there is it."""

from dataclasses import replace

from corpus.languages import primary
from service.contract import Citation, Parallel


def leading(citation: Citation, language: str) -> Citation:
    """Return the citation as a reader of ``language`` is to see it.

    Where its parallel is in that language and it is not, the parallel takes its place, and it stands beside. Title and
    headings are then those of the parallel's document as far as they are known. For showing only: answers keep theirs.
    """
    other = citation.parallel
    if other is None or primary(other.language) != primary(language) or primary(citation.language) == primary(language):
        return citation
    return replace(
        citation,
        document=other.document,
        title=other.title or citation.title,
        language=other.language,
        page=other.page,
        section=(),
        quote=other.quote,
        start=other.start,
        end=other.end,
        page_url=other.page_url or citation.page_url,
        image_url=other.image_url,
        parallel=beside(citation),
        translation=None,
    )


def beside(citation: Citation) -> Parallel:
    """Return a citation as what stands beside another edition's words."""
    return Parallel(
        document=citation.document,
        language=citation.language,
        page=citation.page,
        quote=citation.quote,
        start=citation.start,
        end=citation.end,
        title=citation.title,
        page_url=citation.page_url,
        image_url=citation.image_url,
    )
