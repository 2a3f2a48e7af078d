import { noticeAction, noticeAddress, noticeWords, type Reading } from '#contract/notices/notice-words.ts';
import { withPlural } from '#contract/text/plurals.ts';
import { button, type Mail, mailPage } from '#server/platform/mail/index.ts';
import type { WaitingMail } from './repository.ts';

/** Maximum number of notices listed in a mail; nobody would read more. */
const maxListed = 30;

/** Returns one mail with all these notices of a person. */
export function digestMail(rows: readonly [WaitingMail, ...WaitingMail[]], reading: Reading, appUrl: string): Mail {
  const [first] = rows;
  const words = noticeWords(first, reading);
  const many = withPlural(rows.length, 'уведомление', 'уведомления', 'уведомлений');
  // A title may have a colon of its own: «Изменён срок поручения: 12 января».
  const one = `${words.title}${words.title.includes(':') ? '.' : ':'} ${words.name}`.replace('.. ', '. ');
  const subject = rows.length === 1 ? one : `${many} из «Протокола»`;
  const name = first.name.trim();
  const body: Parameters<typeof mailPage>[0]['body'] = [name ? `Здравствуйте, ${name}!` : 'Здравствуйте!'];
  const listed = rows.slice(0, maxListed);
  listed.forEach((row, place) => {
    const { title, name: what, detail } = noticeWords(row, reading);
    body.push([title.endsWith('.') ? title : `${title}.`, what, detail].filter(Boolean).join('\n'));
    const list = listAddress(row, reading);
    const [before, next] = [listed[place - 1], listed[place + 1]];
    // One button for all in a row that stand in the same list; one that stands alone leads to its own task.
    if (!list || (next && listAddress(next, reading) === list)) return;
    const isAlone = !before || listAddress(before, reading) !== list;
    body.push(button(noticeAction(row), appUrl + (isAlone ? (noticeAddress(row, reading.zone) ?? list) : list)));
  });
  const rest = rows.length - maxListed;
  if (rest > 0)
    body.push(
      `И ещё ${withPlural(rest, 'уведомление', 'уведомления', 'уведомлений')}: откройте список уведомлений в приложении.`,
    );
  body.push(`О чём вам писать, выбирают в настройках: ${appUrl}/main/settings?tab=notices`);
  return { to: first.email, subject: subject.slice(0, 200), ...mailPage({ title: subject, body }) };
}

/** Where a notice leads, but for its task. */
const listAddress = (row: WaitingMail, { zone }: Reading) => noticeAddress({ ...row, task_id: null }, zone);
