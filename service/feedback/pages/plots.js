// Plots as SVG, drawn from counts. Sizes and places are attributes, as the page's policy allows no inline style.

const SPACE = "http://www.w3.org/2000/svg";
const [HEIGHT, FOOT, LEFT] = [200, 22, 34];

export const OUTCOMES = [["answered", "Answered"], ["not_found", "Not found"], ["which_game", "Which game?"]];

function drawn(tag, attributes, ...children) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** The least of 1, 2, 3, 5, 10, 20 ... that is no less than a count. */
function roundedUp(count) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count)));
  return [1, 2, 3, 5, 10].map((step) => step * power).find((step) => step >= count);
}

/** Stacked bars, one a day; each tells its numbers on hovering. */
export function byDay(days) {
  const width = Math.min(1000, Math.max(280, innerWidth - 64));
  const most = roundedUp(Math.max(1, ...days.map(total)));
  const scale = (count) => (count / most) * (HEIGHT - FOOT - 12);
  const step = (width - LEFT) / days.length;
  const bars = days.map((day, place) => bar(day, LEFT + place * step, step, scale));
  const lines = [...new Set([0, Math.floor(most / 2), most])].map((count) => level(count, HEIGHT - FOOT - scale(count), width));
  const asked = days.reduce((sum, day) => sum + total(day), 0);
  const label = `Questions by day, ${days[0].day} to ${days.at(-1).day}: ${asked} in all`;
  return drawn("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "plot", role: "img", "aria-label": label },
    ...lines, ...bars, ...dates(days, step, Math.ceil(days.length / (width / 110))));
}

export const total = (day) => OUTCOMES.reduce((sum, [key]) => sum + day[key], 0);

function bar(day, left, step, scale) {
  let top = HEIGHT - FOOT;
  const parts = OUTCOMES.map(([key]) => {
    top -= scale(day[key]);
    return drawn("rect", { class: key, x: left + step * 0.1, y: top, width: step * 0.8, height: scale(day[key]) });
  });
  const told = `${day.day}: ${OUTCOMES.map(([key, name]) => `${name.toLowerCase()} ${day[key]}`).join(", ")}`;
  return drawn("g", {}, drawn("title", {}, told), ...parts);
}

const level = (count, y, width) => drawn("g", { class: "level" },
  drawn("line", { x1: LEFT, x2: width, y1: y, y2: y }), drawn("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, String(count)));

function dates(days, step, every) {
  return days.flatMap((day, place) => (place % every === 0
    ? [drawn("text", { class: "date", x: LEFT + place * step, y: HEIGHT - 6 }, day.day.slice(5))] : []));
}

/** One bar across a table's cell, parted by outcome. */
export function share(row, most) {
  let left = 0;
  const parts = OUTCOMES.map(([key]) => {
    const width = (row[key] / Math.max(1, most)) * 100;
    left += width;
    return drawn("rect", { class: key, x: left - width, y: 0, width, height: 10 });
  });
  return drawn("svg", { viewBox: "0 0 100 10", class: "share", preserveAspectRatio: "none", "aria-hidden": "true" }, ...parts);
}
