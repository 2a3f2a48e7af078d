/** What the address says: who is looked at, and which names are shown. */
export interface SecretariesPlace {
  id: string | undefined;
  search: string | undefined;
}

/** ?id=, ?search= */
export function readSecretariesPlace(query: URLSearchParams): SecretariesPlace {
  return {
    id: query.get('id') || undefined,
    search: query.get('search')?.trim().slice(0, 200) || undefined,
  };
}

/** The address of a place; what is not asked for is left out. */
export function secretariesAddress({ id, search }: SecretariesPlace): string {
  const query = new URLSearchParams();
  if (id) query.set('id', id);
  if (search) query.set('search', search);
  const text = query.toString();
  return `/main/secretaries${text ? `?${text}` : ''}`;
}
