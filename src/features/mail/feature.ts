import { defineFeature } from '../../access/feature.ts';
import { WEEKLY_DIGEST } from './digest/digest.jobs.ts';
import { incomingMailRoutes, receivedMailRoutes } from './incoming-mail/incoming-mail.routes.ts';
import { MAIL_QUEUE } from './outgoing-mail/sending.jobs.ts';
import { sentMailRoutes } from './sent-mail/sent-mail.routes.ts';
import { unsubscribeRoutes } from './unsubscribe/unsubscribe.routes.ts';
import { userMailRoutes } from './user-mail/user-mail.routes.ts';

export const mail = defineFeature({
  routes: {
    public: [unsubscribeRoutes],
    publicWithIdempotency: [incomingMailRoutes],
    member: [receivedMailRoutes, userMailRoutes],
    superAdmin: [sentMailRoutes],
  },
  jobs: [WEEKLY_DIGEST],
  queues: [MAIL_QUEUE],
});
