import { expect } from '@playwright/test';
import type { Protocol } from '#contract/protocol.ts';
import { getJson, signIn } from './api-client.ts';

/** The demo's protocol whose recording is processed, and the demo secretary's way to read of it. */
export async function recordedProtocol(url: string) {
  const token = await signIn(url);
  const get = async <T>(path: string) => (await getJson<{ data: T }>(url, token, path)).data;
  const [recorded] = await get<Protocol[]>('/protocols?stage=success_video_process&limit=15&page=1');
  return { id: recorded?.id ?? '', token, get };
}

/** The same one, with one bare question in place of its agenda: what stands in the minutes is proposed no more. */
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
