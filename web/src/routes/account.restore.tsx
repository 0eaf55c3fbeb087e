import { createFileRoute, redirect } from '@tanstack/react-router';

/** The path that emails about the deletion of an account name, for years. */
export const Route = createFileRoute('/account/restore')({
  beforeLoad: () => {
    throw redirect({ to: '/restore', replace: true });
  },
});
