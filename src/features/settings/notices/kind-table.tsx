import { useQuery } from '@tanstack/react-query';
import {
  kindsOfRole,
  type NoticeChannel,
  type NoticeSettings,
  type NoticeSettingsUpdate,
  type NotifiableKind,
} from '#contract/notices/notice.ts';
import { mailConnectedQuery } from '#src/data/provider/index.ts';
import { useSession } from '#src/sync/index.ts';
import styles from './notices-tab.module.css';

const titles: Record<NotifiableKind, string> = {
  task_given: 'Новое поручение',
  task_changed: 'Поручение изменено, передано или отменено',
  task_due_3: 'До срока поручения 3 дня',
  task_due_1: 'Срок поручения завтра или сегодня',
  task_overdue: 'Поручение просрочено',
  report_answered: 'Ответ на ваш отчёт об исполнении',
  report_came: 'Исполнитель отчитался о поручении',
  protocol_missing: 'Встреча прошла, протокола нет',
  work_received: 'Вам переданы дела другого секретаря',
  invitation_refused: 'Письмо о встрече не дошло до участника',
  week: 'Сводка за неделю по секретарям',
};

const channels: [NoticeChannel, string][] = [
  ['app', 'Список'],
  ['mail', 'Почта'],
  ['push', 'Устройства'],
];

interface KindTableProps {
  settings: NoticeSettings;
  onChange: (change: NoticeSettingsUpdate) => void;
}

/** Table of notice kinds and channels with a checkbox for each pair. */
export function KindTable({ settings, onChange }: KindTableProps) {
  const { role } = useSession();
  const kinds = role ? kindsOfRole[role] : [];
  const { data: hasMail = true } = useQuery(mailConnectedQuery());
  const toggle = (channel: NoticeChannel, kind: NotifiableKind, isOn: boolean) =>
    onChange({ switches: [{ kind, channel, is_on: isOn }] });
  return (
    <>
      <table className={styles.table} aria-label="О чём и как сообщать">
        <thead>
          <tr>
            <th scope="col">О чём</th>
            {channels.map(([channel, title]) => (
              <th key={channel} scope="col" className={styles.channel}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{titles[kind]}</th>
              {channels.map(([channel, title]) => (
                <td key={channel} className={styles.channel}>
                  {kind === 'week' && channel !== 'mail' ? null : (
                    <label className={styles.box}>
                      <input
                        type="checkbox"
                        checked={settings[channel].includes(kind)}
                        aria-label={`${titles[kind]}: ${title.toLowerCase()}`}
                        onChange={({ currentTarget }) => toggle(channel, kind, currentTarget.checked)}
                      />
                    </label>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hasMail ? null : (
        <p className={styles.state}>
          Почта на сервере не подключена: письма сохраняются на нём и никому не приходят. Обратитесь к администратору.
        </p>
      )}
    </>
  );
}
