import pytest
from PIL import Image, ImageDraw

from ingest.readers.strokes import Area, strokes


@pytest.mark.parametrize("thick", [2, 4, 8])
def test_a_bar_is_as_thick_as_it_is_drawn_dark_on_light_and_light_on_dark(thick: int) -> None:
    picture = Image.new("L", (240, 120), 255)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((10, 10, 109, 10 + thick - 1), fill=0)
    draw.rectangle((120, 0, 239, 119), fill=0)
    draw.rectangle((130, 10, 229, 10 + thick - 1), fill=255)
    dark, light, nothing = strokes(picture, [Area(5, 5, 115, 40), Area(125, 5, 235, 40), Area(0, 60, 100, 100)])
    assert dark == light == pytest.approx(thick, rel=0.1)
    assert nothing == 0.0
    assert strokes(picture, [Area(9, 9, 9, 9)]) == [0.0]
