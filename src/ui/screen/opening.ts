/** How the browser came to this page: `navigate`, `reload` or `back_forward`; nothing where it does not tell. */
export function howOpened(): string | undefined {
  const [entry] = performance.getEntriesByType('navigation');
  return (entry as Partial<PerformanceNavigationTiming> | undefined)?.type;
}
