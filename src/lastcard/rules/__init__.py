"""The rules, written once as kernels: plain functions over named integer fields, interpreted or compiled."""
