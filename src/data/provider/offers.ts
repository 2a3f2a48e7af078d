import { useMemo } from 'react';
import type { Capability } from '#contract/health.ts';
import { type Capabilities, can, provider, useProvider } from '#src/sync/index.ts';

/** What a server offers beyond the specification, in terms of the product; fields are undefined until it is known. */
export type Offers = ReturnType<typeof offersOf>;

/** The only place that defines what is missing with a bare server. */
function offersOf(server: Capabilities | 'unheard' | undefined) {
  const known = server === 'unheard' ? nothing : server;
  const has = (capability: Capability) => known && can(known, capability);
  const isOurs = has('client-ids');
  /** Nothing is hidden before it is certain that the server would ignore it. */
  const isBare = typeof server === 'object' && !isOurs;
  return {
    /** New entities keep their client-generated id, so that a repeated request creates nothing twice. */
    ownIds: isOurs,
    /** A change keeps omitted fields. */
    keepsRest: isOurs,
    /** Days begin in the person's own time zone. */
    zonedDays: isOurs,
    /** Only the listed file types are accepted; another server decides for itself. */
    namedFileKinds: isOurs,
    /** The list of protocols can be searched and filtered by stage. */
    protocolFilters: !isBare,
    /** The first page of the tasks contains the most urgent ones. */
    urgentFirst: !isBare,
    /** The event stream. */
    events: has('events'),
    freeNumbers: has('numbers'),
    /**
     * Tasks have all their fields, are sorted by urgency, can be filtered by status, and open earlier ones can be
     * listed.
     */
    ownTasks: has('tasks'),
    /** A task can be created together with its agenda item in one change. */
    tasksWithItems: has('agenda-tasks'),
    /** Passages may be formatted. */
    formattedText: has('formatted-text'),
    memberKinds: has('member-kinds'),
    /** Moments of a recording can be marked. */
    marks: has('marks'),
    /** Files can be attached to a protocol and to its agenda items. */
    attachments: has('attachments'),
    /** A protocol has a quorum rule and a roll call. */
    attendance: has('attendance'),
    transcripts: has('transcripts'),
    processingCancel: has('transcripts'),
    /** Summaries can be edited, and the recording yields proposals. */
    ownSummaries: has('summaries'),
    /** Forms, versions and mails of documents. */
    documents: has('documents'),
    /** A final protocol can be reopened. */
    reopening: has('documents'),
    /** DOCX by templates of the organization. */
    templates: has('templates'),
    /** Administrators can import people from a table. */
    peopleImport: has('people-import'),
    /** Administrators can hand over all work of a secretary to another one. */
    handover: has('handover'),
    /** The list of people is narrowed to a role. */
    peopleByRole: has('people-by-role'),
    /** Administrators narrow it to those whom nobody has invited. */
    peopleUninvited: has('people-uninvited') ?? true,
    /** Administrators see how the server does. */
    serverState: has('state'),
    /** They see which mails and jobs its figures count. */
    stateLists: has('state-lists'),
    /** The tab of the settings that was asked for stays as long as it is not known which server this is. */
    documentSettings: has('documents') || !isBare,
    /** Bodies exist, and meetings and protocols refer to them. */
    bodies: has('bodies'),
    /**
     * People, including guests, are invited to meetings by mail, and the calendar has an address for other programs.
     */
    meetingInvitations: has('meeting-invitations'),
    /** Meetings can repeat by a rule. */
    meetingSeries: has('meeting-series'),
    /** People are invited to all coming meetings of a series in one mail. */
    seriesInvitations: has('series-invitations'),
    /** People are notified: in a list, by mail, by push. */
    notices: has('notices'),
    /** One call searches everything, and lists say where words were found. */
    search: has('search'),
    /** Lists can be filtered by days, people and bodies. */
    listFilters: has('search') ?? true,
    periodFigures: has('statistics'),
    /** People have their own tasks, meetings and signed protocols, and report on tasks. */
    participation: has('participation'),
    /** A manager reads the work of their secretaries. */
    reading: has('reading'),
    /** Meetings are listed by what a figure counts: all, those that are coming, those without a protocol. */
    heldMeetings: has('held-meetings'),
    /** A protocol has several recordings, one after the other; undefined also where it never said. */
    recordings: server === 'unheard' ? undefined : has('recordings'),
    /** Recordings can lie beside each other: two phones, a file for each speaker. */
    recordingsBeside: server === 'unheard' ? undefined : has('recordings-beside'),
    /** A version records who signed it electronically. */
    signatureMarks: has('signature-marks'),
    /** How a person changes their password: in a form here, or by the link that every server sends. */
    ownPassword: passwordMethod(has('own-password'), isBare),
  };
}

function passwordMethod(isHere: boolean | undefined, isBare: boolean): 'form' | 'link' | 'none' | undefined {
  if (isHere === undefined) return undefined;
  if (isHere) return 'form';
  return isBare ? 'link' : 'none';
}

const nothing: Capabilities = new Set();

/** Offers of a server that supports only the specification. */
export const bareOffers: Offers = offersOf(nothing);

/** The offers of this page's server; updates when they change. */
export function useOffers(): Offers {
  const server = useProvider();
  return useMemo(() => offersOf(server), [server]);
}

/** Returns the current offers. Throws NetworkError while the server is out of reach. */
export async function currentOffers(): Promise<Offers> {
  return offersOf(await provider.capabilities());
}

/** Returns the offers when the server was last reached. Throws NetworkError if it never was. */
export async function lastOffers(): Promise<Offers> {
  return offersOf(await provider.rememberedCapabilities());
}
