import { Link, type LinkProps, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type PathLinkProps = {
  /** A path that is known only while the client runs, such as that of a notification. */
  path: string;
  search?: Readonly<Record<string, string>> | undefined;
  className?: string | undefined;
  onClick?: () => void;
  children: ReactNode;
};

/** A link to a path of this client, without the check of its type. */
export function PathLink({ path, search, ...props }: PathLinkProps) {
  return <Link {...(props as LinkProps)} to={path as '/'} {...(search !== undefined && { search: search as never })} />;
}

/** Tells whether this client has a route, such as `/journal/$entryId`. */
export function useHasRoute(): (route: string) => boolean {
  const { routesByPath } = useRouter();
  return (route) => Object.hasOwn(routesByPath, route);
}
