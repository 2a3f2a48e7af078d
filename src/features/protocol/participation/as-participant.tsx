import { useOffers } from '#src/data/provider/index.ts';
import { ButtonLink } from '#src/ui/index.ts';
import { ownProtocolAddress } from './participation-address.ts';

/** Leads a person who may not open a protocol of somebody else to their own copy, if they took part in it. */
export function AsParticipantLink({ id }: { id: string }) {
  const { participation } = useOffers();
  return participation ? <ButtonLink to={ownProtocolAddress('protocols', id)}>Открыть как участник</ButtonLink> : null;
}
