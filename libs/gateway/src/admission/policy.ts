export {
  DEFAULT_POLICY,
  isLoopback,
  policySchema,
  readPolicy,
  type Policy,
  type TokenRate,
  type RateName,
} from '@bridge/kernel';
