import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '#tests/support/processes.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { testCertificate } from './support/certificate.ts';
import { MailServer } from './support/mail-server.ts';
import { linkOf } from './support/read-mail.ts';
import { createPostgresDatabase, databaseKinds, dropPostgresDatabase } from './support/test-database.ts';

const email = 'secretary@example.ru';
const patience = 120_000;

describe.each(databaseKinds)('a server process on %s with a mail server that wants TLS and a password', (kind) => {
  let folder: string;
  let url: string | undefined;
  let mailServer: MailServer;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'protokol-mail-'));
    mailServer = await MailServer.start({ secure: true, authOptional: false });
    const certificate = join(folder, 'certificate.pem');
    await writeFile(certificate, testCertificate().cert);
    if (kind === 'postgres') url = await createPostgresDatabase();
    server = await ServerProcess.start(join(folder, 'data'), {
      ...(url && { DATABASE_URL: url }),
      SMTP_URL: `smtps://${encodeURIComponent('robot@example.ru')}:${encodeURIComponent('верный')}@localhost:${mailServer.port}`,
      NODE_EXTRA_CA_CERTS: certificate,
    });
  }, patience);
  afterAll(async () => {
    await server.stop();
    await mailServer.stop();
    if (url) await dropPostgresDatabase(url);
    await rm(folder, { recursive: true, force: true });
  });

  const sendLink = async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email });
    return (await fetch(`${server.url}/api/change-password/send-link`, { method: 'POST', headers, body })).status;
  };

  test('signs in over TLS, as the mailbox that the settings name', async () => {
    expect(await sendLink()).toBe(204);
    const mail = await mailServer.mail(email, 'Сброс пароля');
    expect(mail).toMatchObject({ overTls: true, user: 'robot@example.ru', from: 'robot@example.ru' });
    expect(linkOf(mail).origin).toBe(server.url);
    expect(mailServer.signIns).toContainEqual({ user: 'robot@example.ru', password: 'верный', overTls: true });
  });

  test('killed while sending a mail, sends it after a restart', { timeout: patience }, async () => {
    const before = mailServer.received.length;
    let asked = false;
    mailServer.answer = () => {
      asked = true;
      return 'silence';
    };
    expect(await sendLink()).toBe(204);
    await until(() => asked || undefined, 'the mail on its way');
    await server.kill();
    mailServer.answer = () => undefined;
    expect(mailServer.received).toHaveLength(before);
    await server.start();
    await until(() => mailServer.received.length > before || undefined, 'the mail', patience);
    expect(mailServer.received.at(-1)?.headers.get('subject')).toBe('Сброс пароля');
    expect(server.output).not.toContain('верный');
    expect(server.output).not.toContain('change-password');
  });
});

test('a mail server with an untrusted certificate gets neither password nor mail', { timeout: patience }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-mail-'));
  const mailServer = await MailServer.start({ secure: true, authOptional: false });
  const server = await ServerProcess.start(join(folder, 'data'), {
    SMTP_URL: `smtps://robot:${encodeURIComponent('верный')}@localhost:${mailServer.port}`,
  });
  try {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email });
    await fetch(`${server.url}/api/change-password/send-link`, { method: 'POST', headers, body });
    await until(() => /не отправлено: .*certificate/.test(server.output) || undefined, 'the reason in the log');
    expect([mailServer.signIns, mailServer.received]).toEqual([[], []]);
  } finally {
    await server.stop();
    await mailServer.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
