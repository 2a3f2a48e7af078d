/** The zones of Russia, from the west; a city stands for those whose clocks go with it. */
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
  /** «Омск, UTC+6»: what its clocks show now. */
  words: string;
}

/** The zones to choose from, with the one that is chosen wherever it lies. */
export function zoneChoices(chosen: string, now: Date): ZoneChoice[] {
  const known = russian.some(([name]) => name === chosen);
  const all = known ? russian : [...russian, [chosen, chosen] as const];
  return all.map(([name, city]) => ({ name, words: `${city}, ${offsetWords(name, now)}` }));
}

/** «UTC+6», «UTC+5:30». */
function offsetWords(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offset.replace('GMT', 'UTC').replace('-', '−');
}
