import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { carryOut } from '#server/modules/insights/analysis/analysis-order.ts';
import { extractSummaryInThread, findKeywordsInThread } from '#server/modules/insights/analysis/analysis-thread.ts';
import { spokenHours } from './spoken-hours.ts';
import { type Figure, median } from './table.ts';

const words = 30_000;
const rounds = 5;
const most = 2_000;
const maxDelay = 50;
const keywords =
  'поручить, утвердить, подготовить отчёт, смета, договор поставки, срок, ремонт склада, аванс, тендер, безопасность'.split(
    ', ',
  );

/**
 * Measures keywords, proposals and summary of three hours of talk: how long they take, and how long they block
 * requests.
 */
export async function measureSummary(): Promise<Figure[]> {
  const lines = spokenHours(words);
  const { signal } = new AbortController();
  const aside = async () => {
    await findKeywordsInThread({ lines, keywords }, signal);
    await extractSummaryInThread(lines, keywords, signal);
  };
  const here = async () => {
    carryOut({ what: 'keywords', lines, keywords });
    carryOut({ what: 'summary', lines, keywords });
  };
  await aside();
  const times: number[] = [];
  const delays: number[] = [];
  const blocked: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const own = await timed(aside);
    times.push(own.took);
    delays.push(own.delay);
    blocked.push((await timed(here)).took);
  }
  const [took, delay, reference] = [median(times), median(delays), median(blocked)];
  return [
    {
      what: 'ключевые слова, предложения и итоги 3 часов записи (30 000 слов)',
      measured: `${took.toFixed(0)} мс`,
      reference: `в самом цикле событий ${reference.toFixed(0)} мс`,
      target: `≤ ${most} мс`,
      holds: took <= most,
    },
    {
      what: 'наибольшая задержка цикла событий при этом',
      measured: `${delay.toFixed(0)} мс`,
      reference: `в самом цикле событий ${reference.toFixed(0)} мс`,
      target: `≤ ${maxDelay} мс`,
      holds: delay <= maxDelay,
    },
  ];
}

async function timed(work: () => Promise<void>): Promise<{ took: number; delay: number }> {
  const watch = monitorEventLoopDelay({ resolution: 5 });
  watch.enable();
  const began = performance.now();
  await work();
  const took = performance.now() - began;
  watch.disable();
  return { took, delay: watch.max / 1e6 };
}
