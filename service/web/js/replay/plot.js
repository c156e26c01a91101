// The positions of turns and points in a chart. Pure.

const MOST_TICKS = 5;
const WITHOUT_POINTS = 10;

/** The smallest of 1, 2, 5, 10, 20, 50 … that divides the span into at most this many parts. */
export function tick(span, most) {
  for (let power = 1; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) if (span <= step * most) return step;
  }
}

/**
 * The plot of these lines (every seat's points, from before the first turn) inside a paper of this many units.
 * `x(turn)`, `y(points)` and `turnAt(x)` convert from one to the other; `least`, `most` and `unit` are the scale of points.
 */
export function plotOf(lines, { width, height, left = 34, top = 14, right = 14, bottom = 28 }) {
  const all = lines.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const span = high > low ? high - low : WITHOUT_POINTS;
  const unit = tick(span, MOST_TICKS);
  const [least, most] = [Math.floor(low / unit) * unit, Math.ceil((low + span) / unit) * unit];
  const turns = Math.max(0, (lines[0]?.length ?? 1) - 1);
  const [wide, high_] = [width - left - right, height - top - bottom];
  return {
    left,
    top,
    right: width - right,
    bottom: height - bottom,
    turns,
    least,
    most,
    unit,
    x: (turn) => left + (wide * turn) / Math.max(1, turns),
    y: (points) => top + high_ * (1 - (points - least) / (most - least)),
    turnAt: (x) => Math.max(0, Math.min(turns, Math.round(((x - left) / wide) * turns))),
  };
}

/** The turns that are labelled below the chart. */
export function turnTicks({ turns, left, right }, apart = 44) {
  const step = tick(turns, Math.max(1, Math.floor((right - left) / apart)));
  return Array.from({ length: Math.floor(turns / step) + 1 }, (_, at) => at * step);
}
