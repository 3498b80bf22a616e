import { useQuery } from '@tanstack/react-query';
import { titleQuery } from '../api/titles.ts';
import { Link } from './link.tsx';
import { titleOf } from './title-of.ts';

/** A link to a screen of a website. Its text is the website's title or, until the title is known, the website's id. */
export function WebsiteLink({ pageId, to }: { readonly pageId: number; readonly to: string }) {
  const { data: title = null } = useQuery(titleQuery(pageId));
  return (
    <Link to={to}>
      <bdi>{title === null ? `website ${pageId}` : titleOf({ page_id: pageId, title })}</bdi>
    </Link>
  );
}
