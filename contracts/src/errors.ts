import { Type, type Static } from '@sinclair/typebox';

/** The body of every answer that is not a success. `user_message` is a sentence for a person that says what to do. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'HTTP reason phrase' }),
    code: Type.String({ description: 'stable machine-readable code, upper snake' }),
    message: Type.String({ description: 'for engineers' }),
    user_message: Type.String({ description: 'a sentence for a person' }),
    trackingId: Type.String({ description: 'id of this request in the server log' }),
    details: Type.Optional(Type.Unknown({ description: 'position, expected words, field errors: whatever helps to mend the input' })),
  },
  { $id: 'ErrorBody' },
);

export type ErrorBody = Static<typeof ErrorBody>;
