/**
 * Accepts files dropped on a sheet: on an agenda item for that item, elsewhere for the protocol (null).
 * @param rest element that is marked while files are held elsewhere
 * @returns a function that stops it
 */
export function followDrops(
  sheet: HTMLElement,
  rest: HTMLElement,
  onDrop: (itemId: string | null, files: File[]) => void,
): () => void {
  const over = new AbortController();
  const { signal } = over;
  let marked: HTMLElement | undefined;
  const mark = (place: HTMLElement | undefined) => {
    marked?.removeAttribute('data-files-over');
    place?.setAttribute('data-files-over', '');
    marked = place;
  };
  const placeOf = ({ target }: Event) =>
    (target instanceof Element ? target.closest<HTMLElement>('[data-item]') : undefined) ?? rest;
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const place = placeOf(event);
    if (place !== marked) mark(place);
  };
  sheet.addEventListener('dragenter', hold, { signal });
  sheet.addEventListener('dragover', hold, { signal });
  sheet.addEventListener(
    'dragleave',
    ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && sheet.contains(relatedTarget))) mark(undefined);
    },
    { signal },
  );
  sheet.addEventListener(
    'drop',
    (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Otherwise the browser would open the file in place of the app.
      event.preventDefault();
      mark(undefined);
      onDrop(placeOf(event).dataset.item ?? null, [...event.dataTransfer.files]);
    },
    { signal },
  );
  return () => {
    mark(undefined);
    over.abort();
  };
}
