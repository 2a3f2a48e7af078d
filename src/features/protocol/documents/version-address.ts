import { useSearchParams } from 'react-router-dom';

/** `?edition=1` in the address of a protocol: the final version that is read in place of the sheet. */
export const editionParameter = 'edition';

/** The edition that the address names, and what leads back to the protocol as it is. */
export function useEditionOfAddress(): { edition: number | undefined; leave: () => void } {
  const [query, setQuery] = useSearchParams();
  const asked = query.get(editionParameter) ?? '';
  const leave = () =>
    setQuery((now) => {
      now.delete(editionParameter);
      return now;
    });
  return { edition: /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : undefined, leave };
}
