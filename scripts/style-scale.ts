/** What PostCSS hands over of a style sheet, as far as it is needed here. */
interface Sheet {
  walkAtRules(name: string, each: (rule: { params: string }) => void): void;
  walkDecls(each: (declaration: { value: string }) => void): void;
}

/**
 * A PostCSS plugin that replaces the names of a scale by their values: `var(--space-3)` becomes 12px, and `@media
 * (--phone)` the query of that name, where custom properties are not allowed. An unknown query name is an error.
 * @param scale the style sheet that sets the values
 * @param media queries by name
 */
export function styleScale(scale: string, media: Readonly<Record<string, string>>) {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of scale.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)) values.set(name, value);
  const queryOf = (_: string, name: string) => {
    const query = media[name];
    if (!query) throw new Error(`No media query is named ${name}`);
    return query;
  };
  const writeOut = (sheet: Sheet) => {
    sheet.walkAtRules('media', (rule) => {
      rule.params = rule.params.replaceAll(/\(--([\w-]+)\)/g, queryOf);
    });
    sheet.walkDecls((declaration) => {
      declaration.value = declaration.value.replaceAll(
        /var\((--[\w-]+)\)/g,
        (use, name: string) => values.get(name) ?? use,
      );
    });
  };
  return { postcssPlugin: 'style-scale', Once: writeOut };
}
