// The reference of the upload benchmark: tus-js-client's page and @tus/server with its file store, on PORT and FOLDER.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const client = await readFile('node_modules/tus-js-client/dist/tus.min.js', 'utf8');
const page = `<!doctype html><meta charset="utf-8"><title>tus</title><input type="file" id="file"><script src="/tus.js"></script>`;
const tus = new Server({ path: '/files', datastore: new FileStore({ directory: process.env.FOLDER ?? 'files' }) });

createServer((request, response) => {
  if (request.url === '/') response.setHeader('content-type', 'text/html').end(page);
  else if (request.url === '/tus.js') response.setHeader('content-type', 'text/javascript').end(client);
  else void tus.handle(request, response);
}).listen(Number(process.env.PORT), '127.0.0.1');
