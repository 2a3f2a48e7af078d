import { and, desc, eq, sql } from 'drizzle-orm';
import type { MemberKind } from '#contract/bodies/member.ts';
import type { OwnProtocol } from '#contract/participation/participation.ts';
import type { Stage } from '#contract/stage.ts';
import { isNamedIn, mayRead, mayWatch, takesPart } from '#server/modules/protocols/index.ts';
import { countedRows, type Db, offsetOf, type Paging, pageMetaBy } from '#server/platform/db/index.ts';
import { finalVersions, protocols } from '#server/schema/protocols.ts';
import { members } from '#server/schema/work.ts';

const published = (field: 'title' | 'kind' | 'held_at' | 'place') =>
  sql<string | null>`${finalVersions.snapshot} -> 'protocol' ->> ${sql.raw(`'${field}'`)}`;

/**
 * Returns a page of the signed protocols of this person, newest signature first, each as in its last edition. A
 * reopened protocol is included; its next edition is not shown.
 */
export async function listOwnProtocols(db: Db, userId: string, query: Paging) {
  const found = await db
    .select({ ...columnsFor(userId), all: sql<number>`count(*) over ()::int` })
    .from(protocols)
    .innerJoin(finalVersions, lastEdition)
    .leftJoin(members, and(eq(members.protocolId, protocols.id), eq(members.memberId, userId)))
    .where(and(isNamedIn(userId), mayRead(userId)))
    .orderBy(desc(finalVersions.createdAt), desc(finalVersions.id))
    .limit(query.limit)
    .offset(offsetOf(query));
  const count = () =>
    db
      .select({ all: countedRows })
      .from(protocols)
      .where(and(isNamedIn(userId), mayRead(userId)));
  return { rows: found.map(ownProtocolView), meta: await pageMetaBy(query, found, count) };
}

/**
 * Returns the protocol as this person sees it, whoever owns it, with the recording if they may watch it. The caller has
 * checked that they may see it.
 */
export async function findSharedProtocol(db: Db, { userId, protocolId }: { userId: string; protocolId: string }) {
  const [found] = await db
    .select({
      ...columnsFor(userId),
      versionId: finalVersions.id,
      video: protocols.video,
      mayWatch: mayWatch(userId),
    })
    .from(protocols)
    .innerJoin(finalVersions, lastEdition)
    .leftJoin(members, and(eq(members.protocolId, protocols.id), eq(members.memberId, userId)))
    .where(eq(protocols.id, protocolId));
  if (!found) return undefined;
  const { versionId, video, mayWatch: isOffered, ...row } = found;
  return { row: ownProtocolView(row), versionId, video: isOffered ? video : null };
}

const lastEdition = and(
  eq(finalVersions.protocolId, protocols.id),
  sql`${finalVersions.edition} = (select max(each.edition) from final_versions each where each.protocol_id = ${protocols.id})`,
);

function columnsFor(userId: string) {
  return {
    id: protocols.id,
    stage: protocols.stage,
    number: finalVersions.number,
    title: published('title'),
    kind: published('kind'),
    heldAt: published('held_at'),
    place: published('place'),
    edition: finalVersions.edition,
    signedAt: finalVersions.createdAt,
    isWhole: sql<boolean>`(${takesPart(userId)})`,
    memberKind: members.kind,
  };
}

interface Row {
  id: string;
  stage: Stage;
  number: string;
  title: string | null;
  kind: string | null;
  heldAt: string | null;
  place: string | null;
  edition: number;
  signedAt: Date;
  isWhole: boolean;
  memberKind: MemberKind | null;
}

function ownProtocolView(row: Row): OwnProtocol {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    kind: row.kind,
    held_at: row.heldAt,
    place: row.place,
    edition: row.edition,
    signed_at: row.signedAt.toISOString(),
    is_reopened: row.stage !== 'final',
    parts: row.isWhole ? 'whole' : 'extracts',
    member_kind: row.memberKind,
  };
}
