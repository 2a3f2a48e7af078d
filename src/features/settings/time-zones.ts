/** Time zones of Russia from west to east; each city stands for all places with the same time. */
const russian = [
  ['Europe/Kaliningrad', 'Калининград'],
  ['Europe/Moscow', 'Москва'],
  ['Europe/Samara', 'Самара'],
  ['Asia/Yekaterinburg', 'Екатеринбург'],
  ['Asia/Omsk', 'Омск'],
  ['Asia/Novosibirsk', 'Новосибирск'],
  ['Asia/Krasnoyarsk', 'Красноярск'],
  ['Asia/Irkutsk', 'Иркутск'],
  ['Asia/Yakutsk', 'Якутск'],
  ['Asia/Vladivostok', 'Владивосток'],
  ['Asia/Magadan', 'Магадан'],
  ['Asia/Sakhalin', 'Южно-Сахалинск'],
  ['Asia/Kamchatka', 'Петропавловск-Камчатский'],
] as const;

export interface ZoneChoice {
  name: string;
  /** Current offset: «Омск, UTC+6». */
  words: string;
}

/** Returns the zones to choose from, including the chosen one wherever it is. */
export function zoneChoices(chosen: string, now: Date): ZoneChoice[] {
  const known = russian.some(([name]) => name === chosen);
  const all = known ? russian : [...russian, [chosen, chosen] as const];
  return all.map(([name, city]) => ({ name, words: `${city}, ${offsetWords(name, now)}` }));
}

/** Returns the offset of a zone: «UTC+6», «UTC+5:30». */
function offsetWords(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offset.replace('GMT', 'UTC').replace('-', '−');
}
