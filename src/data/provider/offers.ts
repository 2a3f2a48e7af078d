import { useMemo } from 'react';
import type { Capability } from '#contract/health.ts';
import { type Capabilities, can, provider, useProvider } from '#src/sync/index.ts';

/** What a server can do beyond the specification, in the product's words; undefined while that is being asked. */
export type Offers = ReturnType<typeof offersOf>;

/** The only place that says what a bare server does without. */
function offersOf(server: Capabilities | 'unheard' | undefined) {
  const known = server === 'unheard' ? nothing : server;
  const has = (capability: Capability) => known && can(known, capability);
  const isOurs = has('client-ids');
  /** Nothing is taken away before it is certain that the server would pay no heed to it. */
  const isBare = typeof server === 'object' && !isOurs;
  return {
    /** What is new keeps the id that it was given here, and the same sent twice is made once. */
    ownIds: isOurs,
    /** A change leaves alone what it does not name. */
    keepsRest: isOurs,
    /** Days begin in the person's own zone. */
    zonedDays: isOurs,
    /** Only the named kinds of files are taken; what another takes is for it to say. */
    namedFileKinds: isOurs,
    /** The list of protocols is searched and narrowed to a stage. */
    protocolFilters: !isBare,
    /** The first page of the tasks has the most urgent ones. */
    urgentFirst: !isBare,
    /** The stream of news. */
    events: has('events'),
    freeNumbers: has('numbers'),
    /**
     * Tasks are kept with all their fields, come by urgency, are narrowed to a status, and those of earlier protocols are
     * asked after.
     */
    ownTasks: has('tasks'),
    /** A task comes with the question that it is made for, in one change. */
    tasksWithItems: has('agenda-tasks'),
    /** What was heard and said may be bold, in lists and tables. */
    formattedText: has('formatted-text'),
    memberKinds: has('member-kinds'),
    /** Moments of a recording are marked. */
    marks: has('marks'),
    /** Files are attached to a protocol and to its questions. */
    attachments: has('attachments'),
    /** A protocol has the rule of its quorum. */
    attendance: has('attendance'),
    transcripts: has('transcripts'),
    processingCancel: has('transcripts'),
    /** Summaries are written here, and the recording makes proposals. */
    ownSummaries: has('summaries'),
    /** Forms, versions and mails of the documents. */
    documents: has('documents'),
    /** A final protocol is opened for changes again. */
    reopening: has('documents'),
    /** DOCX by templates of the organization. */
    templates: has('templates'),
    /** Administrators add people from a table. */
    peopleImport: has('people-import'),
    /** Administrators give everything that a secretary has to another one. */
    handover: has('handover'),
    /** The list of people is narrowed to a role. */
    peopleByRole: has('people-by-role'),
    /** Administrators see how the server does. */
    serverState: has('state'),
    /** The tab of the settings that was asked for stays as long as it is not known which server this is. */
    documentSettings: has('documents') || !isBare,
    /** Commissions and departments are kept, and named by meetings and protocols. */
    bodies: has('bodies'),
    /** People are invited to meetings by mail, guests too, and the calendar has an address for other programs. */
    meetingInvitations: has('meeting-invitations'),
    /** Meetings repeat by a rule. */
    meetingSeries: has('meeting-series'),
    /** People are told of what concerns them: a list, mails, pushes. */
    notices: has('notices'),
    /** Everything is searched in one call, and lists say where words were found. */
    search: has('search'),
    /** Lists are narrowed to days, people and bodies. */
    listFilters: has('search') ?? true,
    periodFigures: has('statistics'),
    /** People have their tasks, meetings and signed protocols; tasks are reported on. */
    participation: has('participation'),
    /** A manager reads what the own secretaries have. */
    reading: has('reading'),
    /** A protocol has several recordings, one after the other; undefined also where it never said. */
    recordings: server === 'unheard' ? undefined : has('recordings'),
    /** Some of them may lie beside each other: two phones, a file for each speaker. */
    recordingsBeside: server === 'unheard' ? undefined : has('recordings-beside'),
    /** A version tells who has signed it electronically. */
    signatureMarks: has('signature-marks'),
    /** How a person sets another password: here, or by the link that every server sends. */
    ownPassword: passwordMethod(has('own-password'), isBare),
  };
}

function passwordMethod(isHere: boolean | undefined, isBare: boolean): 'form' | 'link' | 'none' | undefined {
  if (isHere === undefined) return undefined;
  if (isHere) return 'form';
  return isBare ? 'link' : 'none';
}

const nothing: Capabilities = new Set();

/** A server that knows the specification alone. */
export const bareOffers: Offers = offersOf(nothing);

/** What this page's server offers; heard anew when it says something else. */
export function useOffers(): Offers {
  const server = useProvider();
  return useMemo(() => offersOf(server), [server]);
}

/** What it offers now. Throws NetworkError while it is out of reach. */
export async function currentOffers(): Promise<Offers> {
  return offersOf(await provider.capabilities());
}

/** What it offered when it was last reached. Throws NetworkError where it never was. */
export async function lastOffers(): Promise<Offers> {
  return offersOf(await provider.rememberedCapabilities());
}
