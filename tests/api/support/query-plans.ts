import { AsyncLocalStorage } from 'node:async_hooks';
import pg, { type Pool } from 'pg';
import { vi } from 'vitest';

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

/** The plan of one SELECT: which tables it scanned, and how many rows of tables it read. */
export type Plan = {
  text: string;
  sequential: { table: string; rows: number }[];
  rowsRead: number;
  tree: string;
};

/** `settings` are the planner settings of its transaction. */
type Statement = { text: string; values: unknown[]; settings?: Statement | undefined };

const recording = new AsyncLocalStorage<Statement[]>();

/**
 * Returns the plans of every SELECT that `call` runs, by running each again: no repository needs to be known. Statements
 * of background jobs that run at the same time do not count.
 */
export async function plansDuring(pool: Pool, call: () => Promise<unknown>): Promise<Plan[]> {
  const statements: Statement[] = [];
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    recording.getStore()?.push(...statementOf(given));
    return query.apply(this, given);
  });
  await recording.run(statements, call).finally(() => spy.mockRestore());
  let settings: Statement | undefined;
  const plans: Plan[] = [];
  for (const { text, values } of statements) {
    if (/^\s*(begin|commit|rollback)\b/i.test(text)) settings = undefined;
    else if (/^\s*select set_config\b/i.test(text)) settings = { text, values };
    else if (/^\s*(select|with)\b/i.test(text)) plans.push(await explain(pool, { text, values, settings }));
  }
  return plans;
}

function statementOf([query, params]: unknown[]): Statement[] {
  const text = typeof query === 'string' ? query : (query as { text?: string } | undefined)?.text;
  return text === undefined ? [] : [{ text, values: Array.isArray(params) ? params : [] }];
}

async function explain(pool: Pool, { text, values, settings }: Statement): Promise<Plan> {
  const client = await pool.connect();
  await client.query('begin');
  if (settings) await client.query(settings.text, settings.values);
  const { rows } = await client.query({ text: `explain (analyze, format json) ${text}`, values });
  await client.query('rollback');
  client.release();
  const root: PlanNode = rows[0]['QUERY PLAN'][0].Plan;
  const nodes = allNodes(root);
  const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
  return {
    text,
    sequential: scans
      .filter((node) => node['Node Type'].endsWith('Seq Scan'))
      .map((node) => ({ table: node['Relation Name'] ?? '', rows: rowsOf(node) })),
    rowsRead: Math.round(scans.reduce((sum, node) => sum + rowsOf(node), 0)),
    tree: drawn(root),
  };
}

function rowsOf(node: PlanNode): number {
  const dropped = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + dropped) * node['Actual Loops'];
}

function allNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allNodes)];
}

function drawn(node: PlanNode, depth = 0): string {
  const line = `${'  '.repeat(depth)}${node['Node Type']} ${node['Relation Name'] ?? ''} ${rowsOf(node)}`;
  return [line, ...(node.Plans ?? []).map((child) => drawn(child, depth + 1))].join('\n');
}
