import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, pageOf } from './support/fake-server.ts';
import { openApp, signInAs } from './support/open-app.tsx';

beforeEach(() => {
  // Without element sizes, as in jsdom, the list renders no lines.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480);
});

const line = (id: string, start: number, text: string) => ({ id, start, end: start + 2, text, speaker: null });
const lines = [line('s1', 1, 'Начнём с бюджета'), line('s2', 4, 'Смету утвердили'), line('s3', 8, 'Ремонт отложили')];
const recognised = (percent: number) => [
  { step: 'probe', state: 'done' },
  { step: 'transcript', state: 'running', percent, seconds_left: 700 },
];

test('lines appear while the recording is being recognised, with the time that it still takes', async () => {
  let tell: (event: string, data: object) => void = () => undefined;
  let heard = 1;
  let processing: object[] = recognised(10);
  signInAs('secretary');
  fakeServer({
    'GET /health': () => Response.json({ status: 'ok', capabilities: ['events', 'versions', 'transcripts'] }),
    'GET /protocols/p1': () =>
      Response.json({
        data: {
          ...{ id: 'p1', stage: 'video_process', title: 'Планёрка', version: 1, agenda: [], tasks: [], members: [] },
          ...{ processing, video: { url: '/api/protocols/p1/video?kind=playable', duration: 100 } },
        },
      }),
    'GET /protocols/p1/summary': () => Response.json({ data: { text: null, points: [] } }),
    'GET /protocols': () => pageOf([]),
    'GET /users': () => pageOf([]),
    'GET /protocols/p1/transcript': () =>
      Response.json({
        data: { segments: lines.slice(0, heard), speakers: [], source: 'service', version: 1, draft: null },
      }),
    'GET /events': () => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          tell = (event, data) =>
            controller.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
          tell('ready', {});
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    },
  });
  const { person } = openApp('/main/protocols/p1');
  await person.click(await screen.findByRole('tab', { name: 'Расшифровка' }));
  expect(await screen.findByRole('button', { name: /Начнём с бюджета/ })).toBeVisible();
  expect(screen.getByText(/ещё распознаётся.*Осталось около 12\sминут\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Смету утвердили/ })).toBeNull();
  heard = 2;
  tell('processing', { protocol_id: 'p1', processing: recognised(20) });
  expect(await screen.findByRole('button', { name: /Смету утвердили/ })).toBeVisible();
  processing = [{ step: 'transcript', state: 'failed', error: 'На сервере закончилось место.' }];
  tell('processing', { protocol_id: 'p1', processing });
  await waitFor(() => expect(screen.getByText(/Распознано не всё: обработка остановилась\./)).toBeVisible());
  expect(screen.getByRole('button', { name: /Смету утвердили/ })).toBeVisible();
});
