import { useQuery } from '@tanstack/react-query';
import { titleQuery } from '../api/titles.ts';
import { Link } from './link.tsx';
import { titleOf } from './title-of.ts';

/** A link to a website of the account. Its text is the title, or the id while the title is unknown. */
export function WebsiteLink({ pageId, to }: { readonly pageId: number; readonly to: string }) {
  const { data: title = null } = useQuery(titleQuery(pageId));
  return (
    <Link to={to}>
      <bdi>{title === null ? `website ${pageId}` : titleOf({ page_id: pageId, title })}</bdi>
    </Link>
  );
}
