import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { FailedScreen } from '../shared/ui/failed-screen.tsx';
import { MissingScreen } from '../shared/ui/missing-screen.tsx';
import { routeTree } from './routes.generated.ts';

export type RouterContext = { queryClient: QueryClient };

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    // Content that is there is shown at once, also right after the shape of a screen.
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    defaultErrorComponent: FailedScreen,
    defaultNotFoundComponent: MissingScreen,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
