// What several parts ask of lists of values.

export const sum = (values) => values.reduce((total, value) => total + value, 0);
export const different = (values) => new Set(values).size === values.length;
export const alike = (values) => new Set(values).size === 1;

export function ascending(values) {
  return [...values].sort((a, b) => a - b);
}
