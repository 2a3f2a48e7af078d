import { uuidv7 } from 'uuidv7';
import { hashPassword } from '#server/modules/identity/auth/password.ts';
import type { Database } from '#server/platform/db/database.ts';
import { searchKeyOf } from '#server/platform/db/search-key.ts';
import { users } from '#server/schema/people.ts';
import type { demoSecretary } from '#tests/support/api-client.ts';

const surnames =
  'Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв Гусев Киселёв Ильин Максимов Поляков Сорокин Виноградов Ковалёв Белов Медведев Антонов Тарасов Жуков Баранов Филиппов Комаров Давыдов Беляев Герасимов Богданов Осипов Сидоров Матвеев Титов Марков Миронов Крылов Куликов Карпов Власов Мельников Денисов Гаврилов Тихонов Казаков Афанасьев Данилов Савельев Тимофеев Фомин Чернов Абрамов Мартынов Ефимов Федотов Щербаков Назаров Калинин Исаев Чернышёв Быков Маслов Родионов Коновалов Лазарев Воронин Климов Филатов Пономарёв Голубев Кудрявцев Прохоров'.split(
    ' ',
  );
const names =
  'Александр Дмитрий Максим Сергей Андрей Алексей Артём Илья Кирилл Михаил Никита Матвей Роман Егор Арсений Иван Денис Евгений Тимофей Владислав Игорь Владимир Павел Руслан Марк Константин Тимур Олег Ярослав Антон Николай Данил'.split(
    ' ',
  );
const fathers =
  'Александрович Дмитриевич Максимович Сергеевич Андреевич Алексеевич Артёмович Ильич Кириллович Михайлович Романович Егорович Иванович Денисович Евгеньевич Игоревич Владимирович Павлович Олегович Антонович Николаевич'.split(
    ' ',
  );
const positions = ['секретарь', 'ведущий инженер', 'начальник отдела', 'юрист', 'бухгалтер', 'аудитор', 'директор'];
const batch = 1000;

/** Fills a new database with people; the first ones are an administrator, a manager and a secretary with a password. */
export async function fillWithPeople(
  { db }: Pick<Database, 'db'>,
  accounts: Record<'admin' | 'manager' | 'secretary', typeof demoSecretary>,
  total: number,
): Promise<void> {
  const passwordHash = await hashPassword(accounts.admin.password);
  const ids = { admin: uuidv7(), manager: uuidv7(), secretary: uuidv7() };
  for (const role of ['admin', 'manager', 'secretary'] as const) {
    const { email } = accounts[role];
    const name = `Первый ${role}`;
    const managerId = role === 'secretary' ? ids.manager : null;
    await db
      .insert(users)
      .values({ id: ids[role], email, role, name, passwordHash, managerId, searchKey: searchKeyOf(name, email) });
  }
  for (let start = 0; start < total; start += batch) {
    const rows = Array.from({ length: Math.min(batch, total - start) }, (_, index) => personOf(start + index, ids));
    await db.insert(users).values(rows);
  }
  await db.execute('vacuum analyze users');
}

/** Combines the name lists in turn; a hundredth of all people are the manager's, a fiftieth are blocked. */
function personOf(number: number, ids: Record<'manager' | 'secretary', string>): typeof users.$inferInsert {
  const pick = (list: readonly string[], step: number) => list[Math.floor(number / step) % list.length] ?? '';
  const name = [pick(surnames, 1), pick(names, surnames.length), pick(fathers, surnames.length * names.length)].join(
    ' ',
  );
  const email = `person${number}@company${number % 50}.example.ru`;
  const position = positions[number % positions.length] ?? '';
  const organization = `ООО «Меридиан ${number % 200}»`;
  return {
    ...{ id: uuidv7(), email, name, position, organization, role: number % 20 === 0 ? 'secretary' : 'external' },
    isBlocked: number % 50 === 7,
    managerId: number % 100 === 0 ? ids.manager : null,
    createdById: number % 100 === 1 ? ids.secretary : null,
    searchKey: searchKeyOf(name, email, position, organization),
  };
}
