import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

const retrySeconds = '5';
const words = 'Сервер обновляется. Данные не потеряны, попробуйте через минуту';
const pageOf = (text: string) => `<!doctype html><html lang="ru"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Протокол</title>
<h1>Сервер обновляется</h1><p>${text}</p></html>`;
const page = pageOf('Страница откроется сама.');
/** Answer to the form of a guest page, which does not keep its input. */
const notSaved = pageOf('Ответ не записан. Вернитесь назад и отправьте его ещё раз через минуту.');
const notReady = { status: 'unavailable', database: true, migrations: false, storage: false, stopping: false };

/** Stands in for the app while the database is brought up to date, so that nobody is refused without a word. */
export interface UpdatingPage {
  open(): Promise<void>;
  /** Releases the port. */
  close(): Promise<void>;
}

export function createUpdatingPage({ host, port }: { host: string; port: number }): UpdatingPage {
  let server: Server | undefined;
  return {
    open: () =>
      new Promise((resolve, reject) => {
        server = createServer(answerUpdating).once('error', reject).listen(port, host, resolve);
      }),
    close: () =>
      new Promise((resolve) => {
        if (!server) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers any request during a migration: the server is alive but not ready, and everything else is unavailable. */
export function answerUpdating({ url = '', method = '', headers }: IncomingMessage, response: ServerResponse): void {
  const [path] = url.split('?');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('connection', 'close');
  if (path === '/api/live') {
    send(response, 200, { status: 'ok' });
    return;
  }
  response.setHeader('retry-after', retrySeconds);
  if (url.startsWith('/api/') || !headers.accept?.includes('text/html')) {
    send(response, 503, path === '/api/ready' ? notReady : { message: words, code: 'unavailable' });
    return;
  }
  const isRead = method === 'GET' || method === 'HEAD';
  // Only for GET and HEAD: a browser refreshes by GET, which would lose what a person wrote into the form.
  if (isRead) response.setHeader('refresh', retrySeconds);
  response.writeHead(503, { 'content-type': 'text/html; charset=utf-8' }).end(isRead ? page : notSaved);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
