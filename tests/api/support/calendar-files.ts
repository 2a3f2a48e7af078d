import ICAL from 'ical.js';

export type ReadEvent = {
  method: string | null;
  uid: string;
  sequence: number;
  status: string | null;
  summary: string;
  location: string;
  description: string;
  start: Date;
  end: Date;
  organizer: string | null;
  attendees: string[];
};

/** Reads the events of a calendar file with another implementation than the one that wrote it. */
export function readCalendar(text: string): ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const textOf = (component: ICAL.Component, name: string) => {
    const value = component.getFirstPropertyValue(name);
    return value === null ? null : String(value);
  };
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      method: textOf(calendar, 'method'),
      uid: event.uid,
      sequence: Number(textOf(component, 'sequence')),
      status: textOf(component, 'status'),
      summary: event.summary,
      location: event.location,
      description: event.description,
      start: event.startDate.toJSDate(),
      end: event.endDate.toJSDate(),
      organizer: textOf(component, 'organizer'),
      attendees: component.getAllProperties('attendee').map((each) => String(each.getFirstValue()).toLowerCase()),
    };
  });
}
