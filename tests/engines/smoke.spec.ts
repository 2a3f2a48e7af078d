import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { makeTestVideo } from '#scripts/make-test-video.ts';
import { demoSecretary, getJson, signIn } from '#tests/support/api-client.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import type { Engine, OpenEngine } from './engine.ts';
import { openFirefox } from './firefox.ts';
import { personAt } from './person.ts';
import { openWebKit } from './webkit.ts';

interface Stand {
  server: ServerProcess;
  proxy: FaultProxy;
  open: (start: OpenEngine) => Promise<Engine>;
}

const test = base.extend<{ stand: Stand }>({
  // Playwright insists on an object pattern here.
  stand: async ({ browserName: _ }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'protokol-engine-'));
    const server = await ServerProcess.start(join(folder, 'data'));
    const proxy = await FaultProxy.start(server.port);
    const opened: Engine[] = [];
    const open = async (start: OpenEngine) => {
      const engine = await start(folder);
      opened.push(engine);
      return engine;
    };
    await use({ server, proxy, open });
    for (const engine of opened) await engine.close().catch(() => undefined);
    await proxy.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  },
});

for (const [name, start] of [
  ['Firefox', openFirefox],
  ['WebKitGTK', openWebKit],
] as const) {
  test(`${name}: sign-in from a shortcut, a start offline, an upload through a cut`, async ({ stand }) => {
    const { server, proxy } = stand;
    const engine = await stand.open(start);
    const person = personAt(engine);
    process.stdout.write(`${name}: ${engine.version}\n`);

    await test.step('signed out, a shortcut leads to the sign-in and on from there', async () => {
      await engine.open(`${proxy.url}/main/meetings?new=1&launch=1`);
      await person.isAt(/^\/login$/);
      await person.type('E-mail', demoSecretary.email);
      await person.type('Пароль', demoSecretary.password);
      await person.press('Войти');
      await person.isAt(/^\/main\/meetings\?new=1$/);
      await person.reads('Новая встреча');
      await expect.poll(() => engine.evaluate('document.activeElement?.getAttribute("name")')).toBe('title');
    });

    await test.step('it starts offline, and opens screens that were not open before', async () => {
      await expect
        .poll(() => engine.evaluate('navigator.serviceWorker.controller?.state'), { timeout: 120_000 })
        .toBe('activated');
      proxy.cut();
      await engine.restart();
      await engine.open(`${proxy.url}/main`);
      await person.isAt(/^\/main\/home$/);
      await person.reads(/Нет подключения/);
      await person.follow('Настройки');
      await person.reads('Размер текста');
      await engine.open(`${proxy.url}/main/protocols/add`);
      await expect.poll(() => engine.evaluate('document.activeElement?.getAttribute("name")')).toBe('title');
      proxy.restore();
    });

    const protocolId = await test.step('a protocol is made', async () => {
      await person.type('Название', `Совещание в ${name}`);
      await person.press('Создать протокол');
      await person.isAt(/^\/main\/protocols\/(?!add)[^/]+$/);
      await person.reads(`Совещание в ${name}`);
      const token = await signIn(server.url);
      // It is shown before the server has it.
      let id: string | undefined;
      await expect
        .poll(async () => {
          const { data } = await getJson<{ data: { id: string; title: string }[] }>(server.url, token, '/protocols');
          id = data.find(({ title }) => title === `Совещание в ${name}`)?.id;
          return id;
        })
        .toBeDefined();
      return id;
    });

    await test.step('a recording reaches the server byte for byte, through a cut connection', async () => {
      const video = await makeTestVideo(24);
      const held = proxy.holdAt(proxy.bytesUp + 1.5 * chunkBytes);
      await person.choose('Выбрать видео', video);
      await held;
      proxy.cut();
      await person.reads(/файл сохранён на устройстве/);
      proxy.restore();
      const token = await signIn(server.url);
      const stored = async () => {
        const path = `/protocols/${protocolId}/upload-chunks`;
        return (await getJson<{ data: { sha256: string; state: string } }>(server.url, token, path)).data;
      };
      await expect.poll(async () => (await stored()).state, { timeout: 90_000 }).toBe('assembled');
      const sha256 = createHash('sha256').update(await readFile(video));
      expect((await stored()).sha256).toBe(sha256.digest('hex'));
    });

    await test.step('the screen shows the recording once it is processed', async () => {
      await expect
        .poll(() => engine.evaluate('document.querySelector("video")?.currentSrc ?? ""'), { timeout: 90_000 })
        .not.toBe('');
    });
  });
}
