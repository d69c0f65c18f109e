import { Type, type Static } from '@sinclair/typebox';

/** The body of every unsuccessful answer. `user_message` is a sentence for users that says what to do. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'HTTP reason phrase' }),
    code: Type.String({ description: 'stable machine-readable code, upper snake' }),
    message: Type.String({ description: 'message for engineers' }),
    user_message: Type.String({ description: 'sentence for the user that says what to do' }),
    trackingId: Type.String({ description: 'id of this request in the server log' }),
    details: Type.Optional(Type.Unknown({ description: 'data that helps to correct the input: position, expected words, field errors' })),
  },
  { $id: 'ErrorBody' },
);

export type ErrorBody = Static<typeof ErrorBody>;
