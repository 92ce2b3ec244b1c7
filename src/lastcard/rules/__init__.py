"""The rules, written once as kernels: plain functions on named integer fields that run interpreted or compiled."""
