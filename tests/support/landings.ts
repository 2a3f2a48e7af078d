import { readTextTable } from './text-table.ts';

export const protocolTitle = 'Протокол для таблицы адресов';

// Where each address leads: «=» to itself, «404» to the page that says so, at the same address.
export const landingTable = readTextTable(`
  address                                   nobody  admin          manager             secretary   external
  /                                         /login  /main/settings  /main/secretaries  /main/home  /main/settings
  /login                                    =       /main/settings  /main/secretaries  /main/home  /main/settings
  /change-password                          =       /main/settings  /main/secretaries  /main/home  /main/settings
  /change-password/abc?email=a@example.ru   =       /main/settings  /main/secretaries  /main/home  /main/settings
  /main                                     /login  /main/settings  /main/secretaries  /main/home  /main/settings
  /main/home                                /login  /main/settings  /main/secretaries  =           /main/settings
  /main/meetings                            /login  /main/settings  /main/secretaries  =           /main/settings
  /main/protocols                           /login  /main/settings  /main/secretaries  =           /main/settings
  /main/protocols/add                       /login  /main/settings  /main/secretaries  =           /main/settings
  /main/protocols/{id}                      /login  /main/settings  /main/secretaries  =           /main/settings
  /main/secretaries                         /login  /main/settings  =                  /main/home  /main/settings
  /main/settings                            /login  =               =                  =           =
  /main/settings/users                      /login  =               =                  =           /main/settings
  /main/settings/keywords                   /login  /main/settings  /main/secretaries  =           /main/settings
  /main/nowhere                             /login  404             404                404         404
  /main/settings/nowhere                    /login  404             404                404         404
  /nowhere                                  404     404             404                404         404
  /login/nowhere                            404     404             404                404         404
`);

/** The heading of each place; a pattern where it depends on the day. */
export const headings: Record<string, string | RegExp> = {
  '404': 'Упс ... Такой страницы нет',
  '/login': 'Вход',
  '/change-password': 'Сброс пароля',
  '/change-password/abc': 'Новый пароль',
  '/main/home': /\d/,
  '/main/meetings': /./,
  '/main/protocols': 'Протоколы',
  '/main/protocols/add': 'Новый протокол',
  '/main/protocols/{id}': protocolTitle,
  '/main/secretaries': 'Секретари',
  '/main/settings': 'Настройки',
  '/main/settings/users': 'Пользователи',
  '/main/settings/keywords': 'Ключевые слова',
};

/** Returns the place, among the headings, to which an address of the table leads. */
export function placeOf(name: string, cell: string): string {
  return cell === '=' ? (name.split('?')[0] ?? '') : cell;
}
