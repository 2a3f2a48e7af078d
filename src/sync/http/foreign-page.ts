/** A portal's page, where the API would have answered. */
export function isForeignPage({ redirected, headers }: Response): boolean {
  return redirected || (headers.get('Content-Type')?.startsWith('text/html') ?? false);
}
