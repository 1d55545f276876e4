"""What is said within a neighbouring pair: sentences that one language has apart and the other as one."""

from collections.abc import Iterator, Mapping, Sequence

from service.translation.dynamic import unlikeness
from service.translation.elsewhere import Link
from service.translation.evidence import Evidence, likeness
from service.translation.types import Edition

LEAST = 0.3
"""Similarity of a pair that may take in what stands beside it."""
GAIN, GAIN_ACROSS_BLOCKS = 0.0, 0.05
"""How much more alike the pair must become; the second for another item or paragraph."""
LENGTH = 0.03
"""What a standard deviation counts that lengths come nearer to each other."""
MOST = 6
"""Segments on one side of a pair."""


def absorbed(source: Edition, target: Edition, ours: Evidence, theirs: Evidence, links: Sequence[Link]) -> list[Link]:
    """Return the links, segments without counterpart joined to the pair beside them that they make more alike."""
    forth = _joined(source, ours, theirs, links)
    back = _joined(target, theirs, ours, [(other, one) for one, other in forth])
    return [(one, other) for other, one in back]


def _joined(edition: Edition, having: Evidence, other: Evidence, links: Sequence[Link]) -> list[Link]:
    """Join what the first side of the links has alone."""
    hosts = {segment: link for link in links if all(link) for segment in link[0]}
    kept = [link for link in links if not link[0]]
    for link in (link for link in links if not link[1]):
        wider = _wider(edition, having, other, hosts, link[0][0]) if len(link[0]) == 1 else None
        if wider:
            hosts.update(dict.fromkeys(wider[0], wider))
        else:
            kept.append(link)
    return [*dict.fromkeys(hosts.values()), *kept]


def _wider(edition: Edition, having: Evidence, other: Evidence, hosts: Mapping[int, Link], number: int) -> Link | None:
    """Return the pair beside a segment that gains most by it, with it; None where none gains."""
    return max(_options(edition, having, other, hosts, number), default=(0.0, None))[1]


def _options(
    edition: Edition, having: Evidence, other: Evidence, hosts: Mapping[int, Link], number: int
) -> Iterator[tuple[float, Link]]:
    """Yield how much each pair beside a segment gains by it, and the pair with it."""
    for beside in (number - 1, number + 1):
        host = hosts.get(beside)
        if not host or len(host[0]) >= MOST or likeness(having, other, *host) < LEAST:
            continue
        if _begins_a_section(edition, max(number, beside)):
            continue
        wider = (tuple(sorted((*host[0], number))), host[1])
        gain = _whole(having, other, wider) - _whole(having, other, host)
        same = edition.segments[number].block == edition.segments[beside].block
        if gain > (GAIN if same else GAIN_ACROSS_BLOCKS):
            yield gain, wider


def _begins_a_section(edition: Edition, number: int) -> bool:
    """Say whether a heading that has other text before it stands there; it is not joined to that."""
    return bool(edition.segments[number].level) and not edition.segments[number - 1].level


def _whole(having: Evidence, other: Evidence, link: Link) -> float:
    """Return how alike two runs are in all that describes them, codes, numbers and lengths included."""
    ratio = other.lengths.sum() / having.lengths.sum()
    lengths = having.lengths[list(link[0])].sum() * ratio, other.lengths[list(link[1])].sum()
    return float(having.joined(link[0]) @ other.joined(link[1])) - LENGTH * float(unlikeness(*lengths))
