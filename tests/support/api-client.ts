/** The demo secretary's password and address (design.md §2). */
export const demoSecretary = { email: 'secretary@example.ru', password: 'protokol' };

/** Signs the demo secretary in, over HTTP, and returns the token. */
export async function signIn(url: string, credentials = demoSecretary): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(credentials),
  });
  const body = (await answer.json()) as { data: { token: string } };
  return body.data.token;
}

/** Makes a protocol and returns its id. */
export function createProtocol(url: string, token: string, title: string, more: object = {}): Promise<string> {
  return create(url, token, '/protocols', { ...more, title });
}

/** Makes a task of a protocol and returns its id. */
export function createTask(url: string, token: string, protocolId: string, fields: object): Promise<string> {
  return create(url, token, `/protocols/${protocolId}/tasks`, fields);
}

/** Makes a keyword and returns its id. */
export function createKeyword(url: string, token: string, name: string): Promise<string> {
  return create(url, token, '/keywords', { name });
}

/** Makes a meeting from one instant to another and returns its id. */
export function createMeeting(
  url: string,
  token: string,
  fields: { title: string; start_at: string; end_at: string },
): Promise<string> {
  return create(url, token, '/meetings', fields);
}

/** Creates a thing by POST to this path, and returns its id. */
export async function create(url: string, token: string, path: string, fields: object): Promise<string> {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(fields),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  const body = (await answer.json()) as { data: { id: string } };
  return body.data.id;
}

/** Makes a GET with the token and returns the parsed body. */
export async function getJson<T>(url: string, token: string, path: string): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
