import { parseArgs } from 'node:util';
import { type AppScreen, everyScreen } from '#tests/support/every-screen.ts';
import { type AuditStand, onAuditStand } from './audit-stand.ts';
import { missedGates } from './gates.ts';
import { printReports, type ReportRow } from './report-table.ts';
import { type FormFactor, formFactors, medianReport, reportScreen, type ScreenReport } from './screen-report.ts';

// `npm run audit [-- --screen login --form mobile --runs 5 --strict]`: runs Lighthouse on every screen, signed in, as a
// first visit; with `--kept` as a person who has the app on the device, like everybody who has signed in there before.
const { values } = parseArgs({
  options: {
    screen: { type: 'string', multiple: true },
    form: { type: 'string', multiple: true },
    runs: { type: 'string', default: '1' },
    strict: { type: 'boolean', default: false },
    kept: { type: 'boolean', default: false },
  },
});
const forms = formFactors.filter((form) => values.form?.includes(form) ?? true);

process.exitCode = await onAuditStand(async (stand) => {
  const screens = choose(await everyScreen(stand.url));
  const rows: ReportRow[] = [];
  for (const form of forms) {
    for (const screen of screens) {
      const report = await audit(stand, screen, form);
      const missed = missedGates(screen.name, report, values.strict);
      rows.push({ screen: screen.name, form, report, missed });
      console.log(`${screen.name} (${form}): ${missed.length === 0 ? 'да' : missed.join('; ')}`);
    }
  }
  printReports(rows);
  return rows.every(({ missed }) => missed.length === 0) ? 0 : 1;
});

function choose(all: AppScreen[]): AppScreen[] {
  const unknown = (values.screen ?? []).filter((name) => !all.some((each) => each.name === name));
  if (unknown.length > 0)
    throw new Error(`Нет таких экранов: ${unknown.join(', ')}. Есть: ${all.map(({ name }) => name).join(', ')}.`);
  return all.filter(({ name }) => values.screen?.includes(name) ?? true);
}

async function audit(stand: AuditStand, { who, address }: AppScreen, form: FormFactor): Promise<ScreenReport> {
  const reports: ScreenReport[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    await stand.signInAs(who);
    const url = `${stand.url}${address}`;
    if (values.kept && run === 0) await stand.keep(url);
    reports.push(await reportScreen(url, form, stand.port, { isKept: values.kept }));
  }
  return medianReport(reports);
}
