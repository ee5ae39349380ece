def MappingProxyType(mapping):
    return mapping
