import SearchX from 'lucide-react/icons/search-x';
import { ButtonLink, EmptyState } from '#src/ui/index.ts';
import { tabAddress } from './participation-address.ts';

/** A page past the end of a list whose rows became fewer, with the way back to its first. */
export function EmptyPage({ tab, status }: { tab: string; status?: string | undefined }) {
  return (
    <EmptyState
      icon={SearchX}
      title="На этой странице ничего нет"
      actions={<ButtonLink to={tabAddress(tab, { status })}>К первой странице</ButtonLink>}
    />
  );
}
