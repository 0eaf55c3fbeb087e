import Type, { type Static } from 'typebox';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

export const Subscription = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    payment_customer_id: Type.String(),
    payment_subscription_id: Type.String(),
    status: Type.String({ description: 'The status at the provider. `active` means premium.' }),
    created_at: Timestamp,
  },
  { title: 'Subscription' },
);
export type Subscription = Static<typeof Subscription>;

export const SubscriptionBody = Type.Object({ subscription: Nullable(Subscription) }, { title: 'SubscriptionBody' });
