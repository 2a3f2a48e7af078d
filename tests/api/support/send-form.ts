import type { LightMyRequestResponse } from 'fastify';
import type { TestApp, TestUser } from './test-app.ts';

export type FormPart = [name: string, value: string | File];

/**
 * Makes a call with form data: `sendForm(app, anna, 'POST', '/meetings', [['title', 'О бюджете'], ['files[]', file]])`.
 */
export async function sendForm(
  app: TestApp,
  user: TestUser,
  method: 'POST' | 'PUT',
  path: string,
  parts: FormPart[],
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const encoded = new Response(form);
  return app.app.inject({
    method,
    url: `/api${path}`,
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
      ...headers,
    },
  });
}
