import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pdfmake from 'pdfmake';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { percentile, Target } from './load.ts';
import { type Figure, median } from './table.ts';

const questions = 100;
const fewestPages = 100;
const rounds = 5;
const maxSeconds = 5;
const idleRequests = 200;
const maxGrowth = 2;

const sentence = 'Из-за бизнес-плана обсудили ход работ и кое-какие сроки поставки оборудования, замечаний нет. ';
const agenda = Array.from({ length: questions }, (_, index) => ({
  id: randomUUID(),
  title: `О ходе работ на участке № ${index + 1}`,
  listened: sentence.repeat(8),
  discussion: Array.from({ length: 6 }, () => `Ким Д. А. – ${sentence.repeat(3)}`).join('\n'),
  decisions: Array.from({ length: 4 }, (_, point) => ({
    id: randomUUID(),
    text: sentence,
    evidence: { start: point },
  })),
}));

/**
 * Measures a protocol of a hundred pages as PDF from a real server, beside the same words by bare pdfmake; and the API
 * meanwhile.
 */
export async function measurePdf(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  try {
    const token = await signIn(server.url);
    const headers = { authorization: `Bearer ${token}` };
    const id = await createProtocol(server.url, token, 'Большое совещание', { agenda });
    const list = new Target(`${server.url}/api/protocols?limit=15&page=1`, headers);
    await list.series(idleRequests);
    const printed: number[] = [];
    const quiet: number[] = [];
    const meanwhile: number[] = [];
    let pages = 0;
    for (let round = 0; round < rounds; round += 1) {
      // Alternately, so that both meet the same load on the machine.
      quiet.push(...(await list.series(idleRequests)));
      const started = performance.now();
      let isPrinted = false;
      const printing = fetch(`${server.url}/api/protocols/${id}/documents/pdf`, { headers })
        .then((answer) => answer.arrayBuffer())
        .finally(() => {
          isPrinted = true;
        });
      while (!isPrinted) meanwhile.push(await list.ask());
      pages = pagesOf(await printing);
      printed.push((performance.now() - started) / 1000);
    }
    list.close();
    const bare = await bareSeconds();
    const [idle, busy] = [percentile(quiet, 95), percentile(meanwhile, 95)];
    const slowest = Math.max(...printed);
    return [
      {
        what: `PDF протокола из ${pages} страниц: медиана / худшая из ${rounds}, первая с запуском потока`,
        measured: `${median(printed).toFixed(1)} / ${slowest.toFixed(1)} с`,
        reference: `те же слова голым pdfmake ${bare.toFixed(1)} с`,
        target: `≤ ${maxSeconds} с, от ${fewestPages} страниц`,
        holds: slowest <= maxSeconds && pages >= fewestPages,
      },
      {
        what: `страница списка протоколов, пока печатается PDF: p95 из ${meanwhile.length}`,
        measured: `${busy.toFixed(1)} мс`,
        reference: `без печати ${idle.toFixed(1)} мс`,
        target: `< ${maxGrowth}× без печати`,
        holds: busy < maxGrowth * idle,
      },
    ];
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const pagesOf = (pdf: ArrayBuffer) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0;

/** Seconds for the same words as plain paragraphs, without numbers, bookmarks or justified lines. */
async function bareSeconds(): Promise<number> {
  const normal = fileURLToPath(import.meta.resolve('@expo-google-fonts/tinos/400Regular/Tinos_400Regular.ttf'));
  pdfmake.setFonts({ Tinos: { normal, bold: normal } });
  const content = agenda.flatMap(({ title, listened, discussion, decisions }) => [
    title,
    title,
    listened,
    ...discussion.split('\n'),
    ...decisions.map(({ text }) => text),
  ]);
  const started = performance.now();
  await pdfmake.createPdf({ content, defaultStyle: { font: 'Tinos', fontSize: 12 } }).getBuffer();
  return (performance.now() - started) / 1000;
}
