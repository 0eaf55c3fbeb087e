import { defineFeature } from '../../access/feature.ts';
import { WEEKLY_DIGEST } from './digest.jobs.ts';
import { incomingMailRoutes } from './incoming-mail.routes.ts';
import { sentMailRoutes } from './outbox.routes.ts';
import { userMailRoutes } from './personal-mail.routes.ts';
import { unsubscribeRoutes } from './unsubscribe.routes.ts';

export const mail = defineFeature({
  routes: {
    public: [unsubscribeRoutes],
    publicWithIdempotency: [incomingMailRoutes],
    member: [userMailRoutes],
    superAdmin: [sentMailRoutes],
  },
  jobs: [WEEKLY_DIGEST],
});
