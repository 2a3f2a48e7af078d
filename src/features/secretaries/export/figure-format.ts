/** Returns a formatter for figures of a column: all get the decimals of the most exact one, at most two. */
export function figureFormat(figures: readonly unknown[]): (figure: number) => string {
  const places = Math.max(0, ...figures.map((figure) => (typeof figure === 'number' ? placesOf(figure) : 0)));
  const format = new Intl.NumberFormat('ru', { minimumFractionDigits: places, maximumFractionDigits: places });
  return (figure) => format.format(figure);
}

function placesOf(figure: number): number {
  return [0, 1].find((places) => Number(figure.toFixed(places)) === Number(figure.toFixed(2))) ?? 2;
}
