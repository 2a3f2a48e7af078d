import { expect } from '@playwright/test';
import { create, createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { test } from '#tests/support/e2e-stand.ts';
import { beginAgenda, writeQuestion } from '#tests/support/minutes-by-keys.ts';
import { typeByKeys } from '#tests/support/russian-keys.ts';
import { spokenHour } from '#tests/support/spoken-hour.ts';

interface Kept {
  agenda: { title: string; listened?: string; discussion?: string | null; decisions?: { text: string }[] }[];
  tasks: { title: string; due_at?: string | null; assignee_id?: string | null }[];
}

const hour = 60;

test('an hour-long meeting is minuted by keyboard alone, its middle third offline, word for word', async ({
  stand,
}) => {
  test.setTimeout(300_000);
  const { server, proxy, browser } = stand;
  const context = await browser.start();
  const page = await signInAsSecretary(context, proxy.url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  const token = await signIn(server.url);
  const id = await createProtocol(server.url, token, 'Совещание у директора', {});
  const [owner] = (await getJson<{ data: { id: string }[] }>(server.url, token, '/users?search=Петрова')).data;
  await create(server.url, token, `/protocols/${id}/members`, { member_id: owner?.id, kind: 'present' });
  const kept = async () => (await getJson<{ data: Kept }>(server.url, token, `/protocols/${id}`)).data;
  await page.goto(`${proxy.url}/main/protocols/${id}`);
  const devtools = await context.newCDPSession(page);
  const hands = {
    type: (text: string) => typeByKeys(devtools, text),
    press: (key: string) => page.keyboard.press(key),
  };
  await beginAgenda(page);
  let isCut = false;
  for (const [index, question] of spokenHour.entries()) {
    const isMiddle = question.minute > hour / 3 && question.minute < (2 * hour) / 3;
    if (isMiddle !== isCut) {
      isCut = isMiddle;
      if (isCut) proxy.cut();
      else proxy.restore();
    }
    await writeQuestion(page, hands, question, index === 0);
  }
  await page.keyboard.press('Escape');
  const written = spokenHour.map(({ title, heard, said, decisions }) => ({
    title,
    listened: heard,
    discussion: said ?? null,
    decisions: decisions.map(({ text }) => ({ text })),
  }));
  await expect.poll(async () => (await kept()).agenda, { timeout: 60_000 }).toMatchObject(written);
  const tasks = spokenHour.flatMap(({ decisions }) => decisions.flatMap(({ task }) => (task ? [task] : [])));
  const tasksOnServer = async () => {
    const all = (await kept()).tasks.map(
      ({ title, due_at, assignee_id }) => `${due_at?.slice(0, 10)} ${assignee_id} ${title}`,
    );
    return all.toSorted();
  };
  const madeTasks = tasks.map(({ title, due }) => `${due} ${owner?.id} ${title}`).toSorted();
  await expect.poll(tasksOnServer, { timeout: 60_000 }).toEqual(madeTasks);
  await expect(page.getByRole('button', { name: 'ожидает отправки' })).toHaveCount(0);
});
