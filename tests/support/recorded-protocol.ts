import { expect } from '@playwright/test';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { getJson, signIn } from './api-client.ts';

/** Returns the demo's protocol with a processed recording, and a function that reads from it as the demo secretary. */
export async function recordedProtocol(url: string) {
  const token = await signIn(url);
  const get = async <T>(path: string) => (await getJson<{ data: T }>(url, token, path)).data;
  const [recorded] = await get<Protocol[]>('/protocols?stage=success_video_process&limit=15&page=1');
  return { id: recorded?.id ?? '', token, get };
}

/** Returns the same protocol with one bare question as its agenda: what the minutes contain is not proposed again. */
export async function unwrittenProtocol(url: string) {
  const recorded = await recordedProtocol(url);
  const emptied = await fetch(`${url}/api/protocols/${recorded.id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${recorded.token}` },
    body: JSON.stringify({ agenda: [{ id: crypto.randomUUID(), title: 'Разное' }] }),
  });
  expect(emptied.ok).toBe(true);
  return recorded;
}
