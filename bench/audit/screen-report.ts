import lighthouse, { desktopConfig } from 'lighthouse';
import { median } from '../table.ts';

/** Lighthouse's categories, by its own names. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof categories)[number];

export const formFactors = ['mobile', 'desktop'] as const;
export type FormFactor = (typeof formFactors)[number];

/** Lighthouse's results for one screen. */
export interface ScreenReport {
  /** Scores out of 100. */
  scores: Record<Category, number>;
  /** Layout shift, without a unit. */
  shift: number;
  /** Milliseconds to the largest thing painted. */
  largestPaint: number;
  /** Milliseconds that tasks blocked the page. */
  blocked: number;
  /** As transferred over the network. */
  scriptBytes: number;
  /** What costs points, in Lighthouse's words. */
  faults: string[];
}

// All but local storage, which holds the session, is cleared, so that every screen is a first visit.
const cleared = ['cookies', 'file_systems', 'shader_cache', 'service_workers', 'cache_storage', 'indexeddb'];

/** Milliseconds after which a page counts as loaded on a machine that never comes to rest. */
const longestLoad = 20_000;

/** On a busy machine the browser may lose the trace of a page: Lighthouse then asks to be run again. */
const maxTries = 3;

/**
 * Runs Lighthouse once on an address, in the browser that listens on `port`; with `isKept` the device's storage is
 * kept.
 */
export async function reportScreen(
  url: string,
  form: FormFactor,
  port: number,
  { isKept }: { isKept: boolean },
): Promise<ScreenReport> {
  const flags = {
    port,
    onlyCategories: [...categories],
    ...(isKept ? { disableStorageReset: true } : { clearStorageTypes: cleared }),
    disableFullPageScreenshot: true,
    maxWaitForLoad: longestLoad,
    logLevel: 'error' as const,
  };
  const lhr = await recorded(url, () =>
    lighthouse(url, flags as never, form === 'desktop' ? desktopConfig : undefined),
  );
  const figureOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const scoreOf = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const requests = itemsOf(lhr.audits['network-requests']) as { resourceType?: string; transferSize?: number }[];
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script');
  return {
    scores: Object.fromEntries(categories.map((category) => [category, scoreOf(category)])) as Record<Category, number>,
    shift: figureOf('cumulative-layout-shift'),
    largestPaint: figureOf('largest-contentful-paint'),
    blocked: figureOf('total-blocking-time'),
    scriptBytes: scripts.reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0),
    faults: [
      ...categories.filter((category) => category !== 'performance').flatMap((category) => faultsOf(lhr, category)),
      ...shiftsOf(lhr),
    ],
  };
}

async function recorded(url: string, run: () => ReturnType<typeof lighthouse>): Promise<Lhr> {
  for (let tries = 1; ; tries += 1) {
    const lhr = (await run())?.lhr;
    if (lhr && !lhr.runtimeError) return lhr;
    if (tries === maxTries) throw new Error(`${url}: ${lhr?.runtimeError?.message ?? 'Lighthouse said nothing'}`);
  }
}

/** The report of several runs: of every figure its median, of the faults all. */
export function medianReport(reports: readonly ScreenReport[]): ScreenReport {
  const middle = (read: (report: ScreenReport) => number) => median(reports.map(read));
  const scores = categories.map((category) => [category, middle(({ scores: each }) => each[category])]);
  return {
    scores: Object.fromEntries(scores) as Record<Category, number>,
    shift: middle(({ shift }) => shift),
    largestPaint: middle(({ largestPaint }) => largestPaint),
    blocked: middle(({ blocked }) => blocked),
    scriptBytes: middle(({ scriptBytes }) => scriptBytes),
    faults: [...new Set(reports.flatMap(({ faults }) => faults))],
  };
}

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];
type AuditResult = Lhr['audits'][string];

function faultsOf(lhr: Lhr, category: Category): string[] {
  const references = lhr.categories[category]?.auditRefs ?? [];
  return references.flatMap(({ id, weight }) => {
    const audit = lhr.audits[id];
    if (!audit || weight === 0 || audit.score === null || audit.score === 1) return [];
    const places = itemsOf(audit)
      .slice(0, 3)
      .map((item) => JSON.stringify(briefly(item)));
    return [`${category}: ${id}: ${audit.title} ${places.join(' ')}`.trim()];
  });
}

/** Returns what shifted, and how far. */
function shiftsOf(lhr: Lhr): string[] {
  const moved = itemsOf(lhr.audits['layout-shifts']) as { score?: number }[];
  return moved
    .filter(({ score = 0 }) => score > 0.001)
    .map((item) => `shift ${item.score?.toFixed(3)}: ${JSON.stringify(briefly(item))}`);
}

function itemsOf(audit: AuditResult | undefined): object[] {
  const details = audit?.details as { items?: object[] } | undefined;
  return details?.items ?? [];
}

/** Of an element, keeps only what helps to find it in the sources. */
function briefly(item: object): unknown {
  const { node } = item as { node?: { selector?: string; snippet?: string } };
  return node ? { selector: node.selector, snippet: node.snippet } : item;
}
