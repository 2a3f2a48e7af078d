/** Measurements of a cell, by their name in the table: a number and its unit. */
export type Figures = Record<string, string>;

interface Annotation {
  type: string;
  description?: string;
}

/** Returns the figures as a test annotation for the reporter. */
export function annotationOf(figures: Figures): Annotation {
  return { type: 'figures', description: JSON.stringify(figures) };
}

export function figuresIn(annotations: readonly Annotation[]): Figures {
  const found = annotations.find(({ type }) => type === 'figures')?.description;
  return found === undefined ? {} : (JSON.parse(found) as Figures);
}

/** Returns the worst of many runs for each figure: the largest, or for «shortest …» the smallest. */
export function worstOf(all: readonly Figures[]): string {
  const names = [...new Set(all.flatMap((figures) => Object.keys(figures)))];
  return names
    .map((name) => {
      const values = all.flatMap(({ [name]: value }) => (value === undefined ? [] : [value]));
      const rising = values.toSorted((one, other) => Number.parseFloat(one) - Number.parseFloat(other));
      return `${name} ${name.startsWith('shortest') ? rising[0] : rising.at(-1)}`;
    })
    .join(' · ');
}
